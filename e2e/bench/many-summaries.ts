const senders = ["Orthopedics Desk", "Lab Results", "Dr. Ines Park", "Payer Relations", "Records", "Imaging"];
const subjects = [
  "Referral: wound follow-up",
  "Strep culture final",
  "Prior authorization for 94640",
  "Claim inquiry",
];

/** That many summaries, newest first. */
export function manySummaries(total: number) {
  return Array.from({ length: total }, (_, at) => ({
    messageId: total - at,
    subject: `${subjects[at % subjects.length]} ${total - at}`,
    from: `${senders[at % senders.length]} <desk${at % 400}@direct.clinic${at % 90}.example>`,
    dateReceived: `${new Date(Date.UTC(2026, 10, 20) - at * 600_000).toISOString().slice(0, 23)}0000`,
    messageSize: 4000 + ((at * 7919) % 900_000),
    hasAttachments: at % 3 === 0,
  }));
}

const flags = [
  "hasSessionKeyExpired",
  "badSessionKey",
  "unauthorizedAccess",
  "folderNotFound",
  "serverError",
];
const atOnce = 2000;

/** The answer of a mailbox to which that many messages came, one after another. */
export function changesAnswer(total: number, { since = 0, before = total + 1 }) {
  const asked = manySummaries(total).filter(({ messageId }) => messageId > since && messageId < before);
  const summaries = asked.slice(0, atOnce);
  return {
    ...Object.fromEntries([...flags, "hasError", "hasRequestTimedOut"].map((flag) => [flag, false])),
    summaries,
    changeNumber: total,
    validity: 0,
    ...(asked.length > atOnce && { before: summaries.at(-1)?.messageId }),
  };
}
