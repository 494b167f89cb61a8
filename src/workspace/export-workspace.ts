import { encodeBase64 } from "./browser/base64.ts";
import type { Workspace } from "./workspace.ts";

/** Exports the whole workspace as one readable document, record by record, so that its size does not matter. */
export async function exportWorkspace(workspace: Workspace): Promise<Blob> {
  const parts: BlobPart[] = [`{"userName":${JSON.stringify(workspace.userName)},"visits":[`];
  const { visits } = workspace;
  const all = visits.list().flatMap((summary) => [summary, ...visits.older(summary.eventId)]);
  for (const [index, summary] of all.entries()) {
    const record = await visits.get(summary.eventId);
    parts.push(`${index === 0 ? "" : ","}${JSON.stringify({ summary, record })}`);
  }
  parts.push('],"messages":[');
  for (const [index, entry] of workspace.messages.list().entries()) {
    const draft = await workspace.messages.get(entry.id);
    const attachments = [];
    for (const kept of draft?.attachments ?? [])
      attachments.push({ ...kept, base64: await encodeBase64(await workspace.messages.attachment(kept)) });
    parts.push(`${index === 0 ? "" : ","}${JSON.stringify({ entry, draft: { ...draft, attachments } })}`);
  }
  const { readMarks, contacts, templates, favourites, recentCodes, noteDrafts, preferences } = workspace;
  const small = { readMarks, contacts, templates, favourites, recentCodes, noteDrafts, preferences };
  const values = Object.fromEntries(Object.entries(small).map(([name, kept]) => [name, kept.get()]));
  parts.push(`],${JSON.stringify(values).slice(1)}`);
  return new Blob(parts, { type: "application/json" });
}
