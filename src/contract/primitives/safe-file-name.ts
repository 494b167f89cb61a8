const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;
/** Control characters and bidirectional overrides, which can make "gpj.exe" read as "exe.jpg". */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/**
 * A file name safe to show and save: one path segment, no invisible characters, no names reserved by an operating
 * system.
 */
export function safeFileName(raw: string | null | undefined, fallback = "attachment"): string {
  const part = (raw ?? "").normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  let name = part
    .replaceAll(hidden, "")
    .replaceAll(/[<>:"|?*]/g, "_")
    .replaceAll(/\s+/g, " ")
    .replace(/^[\s.]+/, "")
    .replace(/(?<![\s.])[\s.]+$/, "");
  if (reserved.test(name)) name = `_${name}`;
  if (name === "") return fallback;
  return shortened(name);
}

const maxLength = 120;

function shortened(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= maxLength) return name;
  const dot = name.lastIndexOf(".");
  const ending = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : "";
  return letters.slice(0, maxLength - ending.length).join("") + ending;
}
