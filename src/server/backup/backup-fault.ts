/** What cannot be backed up or restored, in a sentence for whoever asked. */
export class BackupFault extends Error {}
