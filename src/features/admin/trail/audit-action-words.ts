/** What a row says was done. Rows written by earlier versions name the audit log “trail”, and cannot be changed. */
export function auditActionWords(action: string): string {
  return action.replace(/\btrail$/, "audit log");
}
