interface HelpTopic {
  readonly name: string;
  readonly summary: string;
  readonly text: string;
}

/** What more than one command has in common. */
export const HELP_TOPICS: readonly HelpTopic[] = [
  {
    name: 'connection',
    summary: 'the address of the service and the key',
    text: `A command that calls the service takes the address and the key from --url and --key, else from \
IDS_URL and IDS_KEY, else from a profile. ids login makes the profile "default", with --profile NAME \
another one; --profile NAME uses it, whatever the environment has. The file of profiles is \
~/.config/ids/profiles.json ($XDG_CONFIG_HOME), with mode 600. The key of a profile goes to the address \
of that profile only.`,
  },
  {
    name: 'exit-codes',
    summary: 'what the exit codes mean',
    text: `0  done, or valid
1  refused, or invalid: an answer that the same call gets again
2  not run: a word of the command is wrong, a file cannot be read, the service was not reached or had no \
time, a check could not be made. The call may succeed later.
Of several files the highest code counts.`,
  },
  {
    name: 'output',
    summary: 'text, JSON and colours',
    text: `Results are on standard output, remarks and progress on standard error. --json prints one \
JSON document with the names of the API, {"error": …} if the command fails; tail and listen print an \
object a line. Colours and the progress bar are for terminals \
only; NO_COLOR switches colours off.`,
  },
  {
    name: 'store',
    summary: 'commands that open the store',
    text: `keys, clients delete, backup, restore and rotate-master read the settings of the service from the \
environment (docs/configuration.md) and open the store of STORE_URL, beside the service that runs; \
certify run does so to sign. The other commands need a service and a key, or neither: check, explain, packs, mappings, proof.`,
  },
];
