const reserved = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;
/** Control characters and bidirectional overrides, which can make "gpj.exe" read as "exe.jpg". */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;
const executable =
  /\.(?:exe|com|bat|cmd|scr|pif|msi|msp|ps1|psm1|vbs?|vbe|jse?|wsf?|wsh|hta|lnk|reg|jar|app|dmg|sh|command|cpl|iso|img|vhdx?|scf|url|chm|dll|apk|html?|svgz?|xht(?:ml)?|mht(?:ml)?)$/i;

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

export interface NameFinding {
  message: string;
}

/** Warnings about a file name before the file is opened or sent. */
export function checkFileName(raw: string): NameFinding[] {
  const findings: NameFinding[] = [];
  const name = safeFileName(raw);
  if (/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/.test(raw)) {
    findings.push({
      message: "The name had hidden characters that reverse its text. They were removed.",
    });
  }
  if (
    /\.(?:pdf|docx?|xlsx?|jpe?g|png|gif|txt|xml|csv|rtf|tiff?)\.[a-z0-9]{1,5}$/i.test(name) &&
    executable.test(name)
  ) {
    findings.push({ message: `“${name}” has two endings: it is a program that looks like a document.` });
  } else if (executable.test(name)) {
    findings.push({ message: `“${name}” can run when it is opened.` });
  }
  return findings;
}
