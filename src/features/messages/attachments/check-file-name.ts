import { safeFileName } from "#room/contract/primitives/safe-file-name.ts";

const executable =
  /\.(?:exe|com|bat|cmd|scr|pif|msi|msp|ps1|psm1|vbs?|vbe|jse?|wsf?|wsh|hta|lnk|reg|jar|app|dmg|sh|command|cpl|iso|img|vhdx?|scf|url|chm|dll|apk|html?|svgz?|xht(?:ml)?|mht(?:ml)?)$/i;

interface NameFinding {
  message: string;
}

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
