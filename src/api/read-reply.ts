import type * as z from "zod/mini";
import type { OperationKey, ResponseOf } from "#room/contract/registry.ts";
import { loadContract } from "./contract.ts";
import { OperationRefused, UnreadableReply, type FailureOutcome } from "./failures.ts";
import { parseJson } from "./parse-json.ts";
import { requestIdOf } from "./request-id.ts";
import { failureOf, refusalIn } from "./failed-answer.ts";
import { inOurNames, isInClassNames } from "./our-names.ts";

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
  const { registry } = await loadContract();
  const operation = registry[key];
  const facts = { operation: key, requestId: requestIdOf(answer) };
  const unread: FailureOutcome = operation.effect === "write" ? "unknown" : "refused";
  const given = parseJson(await answer.text());
  const json = isInClassNames(given) ? inOurNames(given) : given;
  const refusal = refusalIn(json, answer.status);
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
  const read = parsedBy(operation.response, whole);
  if (!read?.success) {
    const { faultsOf } = await import("#room/contract/find-issues.ts");
    const { issues } = faultsOf(operation.response, whole);
    throw new UnreadableReply({ ...facts, outcome: unread, issues });
  }
  // The cast follows the registry: this schema is for this operation's reply.
  return read.data as ResponseOf<K>;
}
