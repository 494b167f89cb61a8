import { expect, test } from "vitest";
import { modifierNamed } from "./procedure-system.ts";

test("a modifier is known as people write it", () => {
  for (const typed of [
    "modifier 25",
    "Mod 25",
    "mod-25",
    "mod. 25",
    "25 modifier",
    " modifier -25 ",
    "mod25",
  ])
    expect(modifierNamed(typed), typed).toBe("25");
  expect(modifierNamed("modifier lt")).toBe("LT");
  for (const typed of ["25", "modifier", "model", "mod 259", "modifiers", "moderate", "9 modifier"])
    expect(modifierNamed(typed), typed).toBeUndefined();
});
