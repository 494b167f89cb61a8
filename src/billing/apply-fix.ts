import { findDiagnosis } from "./diagnosis-identity.ts";
import { type DraftDiagnosis, numberOf } from "./draft-event.ts";
import type { Edit, Fix, Path } from "./finding.ts";

/** The visit's diagnoses with this one at the end, numbered on where all are numbered; the same list where it is there. */
function addDiagnosis(
  diagnoses: readonly DraftDiagnosis[],
  added: DraftDiagnosis,
): readonly DraftDiagnosis[] {
  if (findDiagnosis(added, diagnoses) !== undefined) return diagnoses;
  const numbers = diagnoses.map(({ priority }) => numberOf(priority));
  const given = numbers.filter((number) => number !== undefined);
  const isNumbered = numbers.length > 0 && given.length === numbers.length;
  const { priority: _own, ...rest } = added;
  return [...diagnoses, isNumbered ? { ...rest, priority: Math.max(...given) + 1 } : rest];
}

function cloneNode(node: unknown): Record<string | number, unknown> | unknown[] {
  if (Array.isArray(node)) return [...node];
  return typeof node === "object" ? { ...node } : {};
}

/** Returns the value with the node at `path` replaced by `change(node)`; everything off the path is shared. */
function changeAt(value: unknown, path: Path, change: (node: unknown) => unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return change(value);
  const copy = typeof head === "number" && !Array.isArray(value) ? [] : cloneNode(value);
  const next = changeAt(Reflect.get(copy, head), rest, change);
  if (next === undefined && !Array.isArray(copy)) Reflect.deleteProperty(copy, head);
  else Reflect.set(copy, head, next);
  return copy;
}

function applyEdit<T>(value: T, edit: Edit): T {
  // changeAt copies along the path and keeps all other members, so the result has the type of `value`.
  const change = (path: Path, make: (node: unknown) => unknown) => changeAt(value, path, make) as T;
  if (edit.kind === "set") return change(edit.path, () => edit.value);
  if (edit.kind === "add-diagnosis")
    // The path is that of the visit's diagnoses, and every draft has been through its schema.
    return change(edit.path, (node) => addDiagnosis((node ?? []) as DraftDiagnosis[], edit.value));
  const index = Number(edit.path.at(-1));
  return change(edit.path.slice(0, -1), (node) => {
    if (!Array.isArray(node)) return node;
    const rows: unknown[] = [...node];
    const taken = rows.splice(index, 1);
    if (edit.kind === "move") rows.splice(edit.to, 0, ...taken);
    return rows;
  });
}

/** Applies a fix and returns a new value. Setting undefined removes the member. */
export function applyFix<T>(value: T, fix: Pick<Fix, "edits">): T {
  return fix.edits.reduce((current, edit) => applyEdit(current, edit), value);
}
