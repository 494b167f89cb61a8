import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { usualLimits } from "#room/features/messages/attachments/attachment-budget.ts";
import {
  emptyComposer,
  fromDraft,
  isEmptyComposer,
  toDraft,
  withPendingTaken,
  withRecipients,
} from "./composer-state.ts";
import { sendFaults, sendQuestions, writtenText } from "./send-checks.ts";

const context = {
  known: new Set<string>(),
  ownDomains: ["direct.example"],
  reachesOutside: true,
  limits: usualLimits,
  subjectLimit: 255,
};
const filled = {
  ...withRecipients(emptyComposer, "to", "casey@direct.example"),
  subject: "Hello",
  text: "Good morning",
};

describe("sendFaults", () => {
  it("names each fault at its field", () => {
    expect(sendFaults(emptyComposer, context).map((fault) => fault.field)).toEqual(["to", "text"]);
    const onlyCc = withRecipients({ ...filled, to: [] }, "cc", "casey@direct.example");
    expect(sendFaults(onlyCc, context)[0]?.message).toContain("under To");
    const wrong = withRecipients(filled, "bcc", "nobody");
    expect(sendFaults(wrong, context)).toEqual([{ field: "bcc", message: "“nobody” has no @." }]);
    expect(sendFaults({ ...filled, subject: "x".repeat(256) }, context)[0]?.field).toBe("subject");
    const big = { id: "a", fileName: "a.pdf", contentType: "application/pdf", size: 40_000_000 };
    expect(sendFaults({ ...filled, attachments: [big] }, context)[0]?.field).toBe("attachments");
  });

  it("tells that nobody outside can be reached", () => {
    const outside = withRecipients(filled, "to", "records@direct.other.example");
    expect(sendFaults(outside, context)).toEqual([]);
    const [fault] = sendFaults(outside, { ...context, reachesOutside: false });
    expect(fault?.message).toContain("direct.other.example can’t be reached");
  });

  it("lets a right message go", () => {
    expect(sendFaults(filled, context)).toEqual([]);
  });
});

describe("sendQuestions", () => {
  it("asks about missing attachments, empty subjects and many recipients", () => {
    const ids = (state: typeof filled) => sendQuestions(state, context).map((question) => question.id);
    expect(ids(filled)).toEqual([]);
    expect(ids({ ...filled, subject: " " })).toEqual(["no-subject"]);
    expect(ids({ ...filled, text: "Your visit of ____ is held." })).toEqual(["blanks"]);
    expect(ids({ ...filled, text: "Done\n\nOn Monday, Bo wrote:\n> Your visit of ____" })).toEqual([]);
    expect(ids({ ...filled, text: "see the attached report" })).toEqual(["no-attachment"]);
    expect(ids({ ...filled, text: "Thanks\n\nOn Monday, Bo wrote:\n> attached" })).toEqual([]);
    expect(ids(withRecipients(filled, "cc", "a@direct.other.example"))).toEqual(["outside"]);
    const six = withRecipients(
      filled,
      "cc",
      "a@direct.example b@direct.example c@direct.example d@direct.example e@direct.example",
    );
    expect(ids(six)).toEqual([]);
    expect(ids({ ...six, toAll: true })).toEqual(["many"]);
  });

  it("asks about an outside address once it is new", () => {
    const letter = withRecipients(filled, "cc", "A@direct.other.example");
    expect(sendQuestions(letter, { ...context, known: new Set(["a@direct.other.example"]) })).toEqual([]);
    const [question] = sendQuestions(letter, context);
    expect(question?.message).toBe("It goes to someone new outside your clinic: direct.other.example.");
  });

  it("asks where a colleague has taken the letter", () => {
    const [question] = sendQuestions(filled, { ...context, takenBy: "robin" });
    expect(question?.message).toBe("robin has taken this message and may be answering it.");
  });

  it("asks where nobody reads what is sent", () => {
    const letter = withRecipients(filled, "cc", "Robin@direct.example");
    const [question] = sendQuestions(letter, { ...context, unread: new Set(["robin@direct.example"]) });
    expect(question?.message).toBe("Nobody at your clinic reads messages to Robin@direct.example.");
  });

  it("asks once", () => {
    expect(
      sendQuestions({ ...filled, subject: "", asked: ["no-subject"] }, { ...context, ownDomains: [] }),
    ).toEqual([]);
  });
});

describe("composer state", () => {
  it("keeps an address once in all three fields", () => {
    const state = withRecipients(filled, "cc", "CASEY@direct.example, b@direct.example, b@direct.example");
    expect(state.cc.map((entry) => entry.address)).toEqual(["b@direct.example"]);
  });

  it("includes half-typed text", () => {
    const state = withPendingTaken({ ...filled, pending: { to: "b@direct.example", cc: "", bcc: "" } });
    expect(state.to).toHaveLength(2);
    expect(state.pending.to).toBe("");
  });

  it("comes back from its draft as it was", () => {
    const text = fc.string({ maxLength: 30 });
    fc.assert(
      fc.property(text, text, fc.boolean(), (subject, body, rich) => {
        const state = {
          ...withRecipients(emptyComposer, "to", "Bo <b@direct.example>, half"),
          pending: { to: subject, cc: "", bcc: "" },
          subject,
          title: subject,
          text: body,
          ...(rich ? { html: `<p>${body}</p>` } : { mode: "plain" as const }),
        };
        expect(fromDraft(toDraft(state))).toEqual(state);
      }),
    );
  });

  it("knows an empty one", () => {
    expect(isEmptyComposer(emptyComposer)).toBe(true);
    expect(isEmptyComposer({ ...emptyComposer, pending: { to: "a", cc: "", bcc: "" } })).toBe(false);
  });

  it("separates original text from quotes", () => {
    expect(writtenText("a\n> b")).toBe("a");
  });
});
