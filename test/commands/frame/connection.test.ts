import assert from 'node:assert/strict';
import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectionOf } from '../../../src/commands/frame/connection.ts';
import { profileFile, writeProfile } from '../../../src/commands/frame/profile.ts';
import { NotRun } from '../../../src/commands/frame/endings.ts';
import { emptyFolder } from '../../support/folder.ts';

describe('the address and the key of a command', () => {
  const folder = emptyFolder();
  after(() => folder.remove());
  const env = { XDG_CONFIG_HOME: join(folder.path, 'config') };
  const file = profileFile(env);
  const kept = { url: 'https://kept.example', key: 'kept' };
  before(() => writeProfile(file, 'default', kept));

  it('are those of the options, then of the environment, then of the profile', () => {
    const all = { ...env, IDS_URL: 'https://env.example/', IDS_KEY: 'env' };
    const given = { url: 'https://option.example', key: 'option' };
    assert.deepEqual(connectionOf(given, all), given);
    assert.deepEqual(connectionOf({}, all), { url: 'https://env.example', key: 'env' });
    assert.deepEqual(connectionOf({}, env), kept);
  });

  it('are those of a profile that is named, whatever the environment has', () => {
    writeProfile(file, 'other', { url: 'https://other.example', key: 'other' });
    const named = connectionOf(
      { profile: 'other' },
      { ...env, IDS_URL: 'https://env.example', IDS_KEY: 'env' },
    );
    assert.deepEqual(named, { url: 'https://other.example', key: 'other' });
    assert.throws(() => connectionOf({ profile: 'none' }, env), /no profile none: run ids login/);
  });

  it('never send the key of a profile to another address', () => {
    assert.throws(
      () => connectionOf({ url: 'https://other.example' }, env),
      /The key of the profile is for https:\/\/kept\.example, not for https:\/\/other\.example/,
    );
  });

  it('are kept in a file for its owner only, and refused from one that others may read', () => {
    assert.equal(statSync(file).mode & 0o777, 0o600);
    chmodSync(file, 0o644);
    assert.throws(() => connectionOf({}, env), NotRun);
    chmodSync(file, 0o600);
  });

  it('are asked for if there is none', () => {
    const nowhere = { XDG_CONFIG_HOME: join(folder.path, 'empty') };
    assert.throws(() => connectionOf({}, nowhere), /The address of the service is missing: set IDS_URL/);
    assert.throws(() => connectionOf({ url: 'https://a.example' }, nowhere), /A key is missing/);
    assert.throws(() => connectionOf({ url: 'localhost:8080', key: 'k' }, nowhere), /begins with http/);
  });
});
