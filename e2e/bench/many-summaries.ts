const senders = ["Orthopedics Desk", "Lab Results", "Dr. Ines Park", "Payer Relations", "Records", "Imaging"];
const subjects = [
  "Referral: wound follow-up",
  "Strep culture final",
  "Prior authorization for 94640",
  "Claim inquiry",
];

/** A JSON answer with that many summaries, newest first. */
export function summariesAnswer(total: number): string {
  const summaries = Array.from({ length: total }, (_, at) => ({
    messageId: total - at,
    subject: `${subjects[at % subjects.length]} ${total - at}`,
    from: `${senders[at % senders.length]} <desk${at % 400}@direct.clinic${at % 90}.example>`,
    dateReceived: `${new Date(Date.UTC(2026, 10, 20) - at * 600_000).toISOString().slice(0, 23)}0000`,
    messageSize: 4000 + ((at * 7919) % 900_000),
    hasAttachments: at % 3 === 0,
  }));
  const flags = [
    "hasSessionKeyExpired",
    "badSessionKey",
    "unauthorizedAccess",
    "folderNotFound",
    "serverError",
  ];
  const rest = Object.fromEntries([...flags, "hasError", "hasRequestTimedOut"].map((flag) => [flag, false]));
  return JSON.stringify({ ...rest, summaries });
}
