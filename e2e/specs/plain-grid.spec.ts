import fc from "fast-check";
import { expect, test } from "#e2e/fixtures.ts";
import { cell, importEvents, openVisit, saved } from "#e2e/pages/editor.ts";
import { buildEvent } from "#room/testing/builders.ts";

const columns = ["cpt", "modifier", "quantity"] as const;
const hand = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("1", "2", "7") },
  { weight: 3, arbitrary: fc.tuple(fc.nat(2), fc.nat(2)) },
  { weight: 3, arbitrary: fc.constantFrom("ArrowUp", "ArrowDown", "F2", "Escape", "Delete") },
  { weight: 1, arbitrary: fc.constantFrom("Control+z", "reload") },
);

/** A minimal model of the same grid: texts by "row column", what is being typed, and what can be undone. */
class PlainGrid {
  readonly texts: Map<string, string>;
  readonly done: (readonly [string, string])[] = [];
  at = "0 0";
  typedOver: string | undefined;

  constructor(texts: Map<string, string>) {
    this.texts = texts;
  }

  get text(): string {
    return this.texts.get(this.at) ?? "";
  }

  write(text: string): void {
    this.texts.set(this.at, text);
  }

  leave(next = this.at): void {
    if (this.typedOver !== undefined && this.typedOver !== this.text)
      this.done.push([this.at, this.typedOver]);
    this.typedOver = undefined;
    this.at = next;
  }

  press(key: string): void {
    const [row = 0, column = 0] = this.at.split(" ").map(Number);
    if (/^\d$/.test(key)) {
      const isFirst = this.typedOver === undefined;
      this.typedOver ??= this.text;
      this.write(isFirst ? key : this.text + key);
    } else if (key === "F2") this.typedOver ??= this.text;
    else if (key === "ArrowUp") this.leave(`${Math.max(0, row - 1)} ${column}`);
    else if (key === "ArrowDown") this.leave(`${Math.min(2, row + 1)} ${column}`);
    else if (key === "Escape") {
      this.write(this.typedOver ?? this.text);
      this.typedOver = undefined;
    } else if (key === "Delete" && this.typedOver === undefined && this.text !== "") {
      this.done.push([this.at, this.text]);
      this.write("");
    } else if (key === "Control+z") {
      this.leave();
      const [place, before] = this.done.pop() ?? [];
      if (place !== undefined && before !== undefined) this.texts.set(place, before);
    }
  }
}

test("any clicks, keys, undos and reloads match a plain grid", async ({ signedInPage: page }) => {
  const seed = Number(process.env["HANDS_SEED"] ?? 11);
  const event = buildEvent({ charges: 3, seed: 76 });
  await importEvents(page, [event]);
  await openVisit(page, event.eventId);
  const place = (name: string) => {
    const [row = 0, column = 0] = name.split(" ").map(Number);
    return cell(page, row, columns[column] ?? "cpt");
  };
  const texts = () =>
    page.evaluate(
      (members) =>
        [0, 1, 2].flatMap((row) =>
          members.map((member, column) => {
            const name = `visitCharged.charges.${row}.${member}`;
            return [
              `${row} ${column}`,
              document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? "?",
            ];
          }),
        ),
      columns,
    );
  // Pairs of a name and its text.
  const model = new PlainGrid(new Map((await texts()) as [string, string][]));
  await place(model.at).click();
  const said: string[] = [];
  for (const each of fc.sample(hand, { numRuns: 70, seed })) {
    said.push(String(each));
    if (typeof each !== "string") {
      const next = `${each[0]} ${each[1]}`;
      if (next === model.at) continue;
      model.leave(next);
      await place(next).click();
    } else if (each === "reload") {
      model.leave();
      model.done.length = 0;
      await page.keyboard.press("Shift+Tab");
      await saved(page);
      await page.reload();
      await place(model.at).click();
    } else {
      model.press(each);
      await page.keyboard.press(each);
    }
    expect(await texts(), `seed ${seed}: ${said.slice(-12).join(", ")}`).toEqual([...model.texts]);
    await expect(place(model.at)).toBeFocused();
  }
});
