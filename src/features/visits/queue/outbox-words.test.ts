import { expect, test } from "vitest";
import { outboxWords } from "./outbox-words.ts";

const none = { waiting: 0, held: 0, sending: 0 };

test("what got no answer is not called unsent", () => {
  const pausedBecause = "no-answer";
  expect(outboxWords({ ...none, waiting: 4, unanswered: 3, pausedBecause })).toEqual({
    title: "4 items are waiting to be sent",
    body: "The service has stopped answering. Nothing more is sent until you try again. 3 more got no answer. What got no answer may or may not have been accepted, and will be sent again to find out.",
  });
  expect(outboxWords({ ...none, unanswered: 1, pausedBecause })).toEqual({
    title: "1 item got no answer",
    body: "The service has stopped answering. What got no answer may or may not have been accepted, and will be sent again to find out.",
  });
});

test("nothing is said while all is well, or nothing waits", () => {
  expect(outboxWords({ ...none, waiting: 4 })).toBeUndefined();
  expect(outboxWords({ ...none, held: 2, pausedBecause: "busy" })).toBeUndefined();
});
