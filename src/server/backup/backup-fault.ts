/** Something that cannot be backed up or restored, as a sentence for the user. */
export class BackupFault extends Error {}
