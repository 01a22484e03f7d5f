/** The files on disk differ from the installed ones, or another compiler made them: the layer must not run. */
export class PackDamaged extends Error {
  constructor(folder: string, reason: string) {
    super(`rule pack ${folder}: ${reason}`);
    this.name = 'PackDamaged';
  }
}

/** The whole folder is gone: replaced or removed, in one step. */
export class PackGone extends PackDamaged {
  constructor(folder: string) {
    super(folder, 'replaced or removed');
  }
}
