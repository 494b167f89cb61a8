import { describe, expect, it } from "vitest";
import { answerTitle, answerTo, quotedText } from "./answer.ts";

const email = {
  from: "Desk <desk@direct.x.example>",
  to: ["Casey <casey@direct.example>", "lab@direct.x.example"],
  cc: ["DESK@direct.x.example", "records@direct.example", "casey@direct.example"],
  subject: "RE: Fwd: Referral",
};
const own = ["casey@direct.example"];

describe("answerTo", () => {
  it("answers the sender alone", () => {
    expect(answerTo("reply", email, own)).toEqual({
      to: ["desk@direct.x.example"],
      cc: [],
      subject: "Re: Referral",
    });
  });

  it("answers all but oneself, each once", () => {
    const { to, cc } = answerTo("reply-all", email, own);
    expect(to).toEqual(["desk@direct.x.example"]);
    expect(cc).toEqual(["lab@direct.x.example", "records@direct.example"]);
  });

  it("answers those one wrote to oneself", () => {
    expect(answerTo("reply", { ...email, from: "casey@direct.example" }, own).to).toEqual([
      "casey@direct.example",
      "lab@direct.x.example",
    ]);
  });

  it("forwards without recipients, under a matching subject", () => {
    const forward = answerTo("forward", { ...email, subject: "x".repeat(400) }, own);
    expect(forward.to).toEqual([]);
    expect(forward.subject).toHaveLength(255);
  });
});

it("says who is replied to, or which message is forwarded", () => {
  expect(answerTitle("reply", ["Desk"], "S")).toBe("Reply to Desk");
  expect(answerTitle("reply-all", ["Desk", "Lab"], "S")).toBe("Reply to Desk and 1 other");
  expect(answerTitle("reply-all", ["Desk", "Lab", "Bo"], "S")).toBe("Reply to Desk and 2 others");
  expect(answerTitle("forward", [], "Referral")).toBe("Forward: Referral");
  expect(answerTitle("forward", [], "")).toBe("Forward: No subject");
});

describe("quotedText", () => {
  const facts = { from: "Desk", received: "Nov 2, 2026", to: "casey", subject: "S" };

  it("marks each line of a reply, never a forwarded text", () => {
    expect(quotedText("reply", facts, "a\n> b\n")).toBe("\n\nOn Nov 2, 2026, Desk wrote:\n> a\n>> b\n");
    expect(quotedText("forward", facts, "a\nb")).toContain("Subject: S\n\na\nb");
  });
});
