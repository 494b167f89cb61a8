import type * as z from "zod/mini";
import type { OperationKey, ResponseOf } from "#room/contract/registry.ts";
import { loadContract } from "./contract.ts";
import { OperationRefused, UnreadableReply } from "./failures.ts";
import type { FailureOutcome } from "./failures.ts";
import { parseJson } from "./parse-json.ts";
import { requestIdOf } from "./request-id.ts";
import type { LongList } from "./read-list.ts";
import { failureOf, refusalIn } from "./failed-answer.ts";
import { inOurNames, isInClassNames } from "./our-names.ts";

type Contract = Awaited<ReturnType<typeof loadContract>>;

/** Lists long enough to be worth reading as they arrive: only the records are tested, not their number. */
function longListOf(key: OperationKey, { registry }: Contract): LongList | undefined {
  if (key !== "listMessageSummaries") return undefined;
  const { response: whole } = registry[key];
  return { member: "summaries", record: whole.shape.summaries.def.element, whole };
}

async function readJson(
  key: OperationKey,
  answer: Response,
  contract: Contract,
): Promise<{ json: unknown; isGood: boolean }> {
  const list = longListOf(key, contract);
  if (!list || !answer.body) return { json: parseJson(await answer.text()), isGood: false };
  // Sign-in does without it.
  const { readList } = await import("./read-list.ts");
  return readList(answer.body, list);
}

/** Undefined when zod itself fails, as on a list with a hundred thousand issues. */
function parsedBy(schema: z.ZodMiniType, json: unknown) {
  try {
    return schema.safeParse(json);
  } catch {
    return undefined;
  }
}

/**
 * The answer validated by the contract. Throws OperationRefused, UnexpectedStatus or UnreadableReply. Errors while
 * reading the body pass through, because the caller knows whether they are a network failure or a timeout.
 */
export async function readReply<K extends OperationKey>(key: K, answer: Response): Promise<ResponseOf<K>> {
  if (!answer.ok) throw await failureOf(key, answer);
  const contract = await loadContract();
  const operation = contract.registry[key];
  const facts = { operation: key, requestId: requestIdOf(answer) };
  const unread: FailureOutcome = operation.effect === "write" ? "unknown" : "refused";
  const { json: given, isGood } = await readJson(key, answer, contract);
  const json = isInClassNames(given) ? inOurNames(given) : given;
  const refusal = isGood ? undefined : refusalIn(json, answer.status);
  if (refusal) {
    // It says that it failed, and that it did it.
    const isBoth = typeof json === "object" && json !== null && Reflect.get(json, "result") === true;
    throw new OperationRefused(refusal, { ...facts, outcome: isBoth ? unread : "refused" });
  }
  // Checked first: an answer that reports a fault may lack the other members.
  const fault: { code: string; message: string } | undefined = operation.faults.read(json);
  if (fault) {
    // A timeout reported by the service says nothing about what it had done by then.
    const outcome = fault.code === "hasRequestTimedOut" ? unread : "refused";
    throw new OperationRefused({ ...fault, status: answer.status, issues: [] }, { ...facts, outcome });
  }
  const whole = operation.faults.filled(json);
  const read = isGood ? ({ success: true, data: json } as const) : parsedBy(operation.response, whole);
  if (!read?.success) {
    const { faultsOf } = await import("#room/contract/find-issues.ts");
    const { issues } = faultsOf(operation.response, whole);
    throw new UnreadableReply({ ...facts, outcome: unread, issues });
  }
  // The cast follows the registry: this schema is for this operation's reply.
  return read.data as ResponseOf<K>;
}
