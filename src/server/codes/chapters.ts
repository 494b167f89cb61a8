import type { CodeSystem } from "#room/contract/primitives/diagnosis-code.ts";

export interface Chapter {
  readonly title: string;
  /** First and last category. */
  readonly from: string;
  readonly to: string;
}

/** The order file has no chapters; these are from the tabular list (ICD-10-CM) and Volume 1 (ICD-9-CM). */
const icd10 = `A00 B99 Certain infectious and parasitic diseases
C00 D49 Neoplasms
D50 D89 Diseases of the blood and blood-forming organs and certain disorders involving the immune mechanism
E00 E89 Endocrine, nutritional and metabolic diseases
F01 F99 Mental, behavioral and neurodevelopmental disorders
G00 G99 Diseases of the nervous system
H00 H59 Diseases of the eye and adnexa
H60 H95 Diseases of the ear and mastoid process
I00 I99 Diseases of the circulatory system
J00 J99 Diseases of the respiratory system
K00 K95 Diseases of the digestive system
L00 L99 Diseases of the skin and subcutaneous tissue
M00 M99 Diseases of the musculoskeletal system and connective tissue
N00 N99 Diseases of the genitourinary system
O00 O9A Pregnancy, childbirth and the puerperium
P00 P96 Certain conditions originating in the perinatal period
Q00 Q99 Congenital malformations, deformations and chromosomal abnormalities
R00 R99 Symptoms, signs and abnormal clinical and laboratory findings, not elsewhere classified
S00 T88 Injury, poisoning and certain other consequences of external causes
U00 U85 Codes for special purposes
V00 Y99 External causes of morbidity
Z00 Z99 Factors influencing health status and contact with health services`;

const icd9 = `001 139 Infectious and parasitic diseases
140 239 Neoplasms
240 279 Endocrine, nutritional and metabolic diseases, and immunity disorders
280 289 Diseases of the blood and blood-forming organs
290 319 Mental disorders
320 389 Diseases of the nervous system and sense organs
390 459 Diseases of the circulatory system
460 519 Diseases of the respiratory system
520 579 Diseases of the digestive system
580 629 Diseases of the genitourinary system
630 679 Complications of pregnancy, childbirth, and the puerperium
680 709 Diseases of the skin and subcutaneous tissue
710 739 Diseases of the musculoskeletal system and connective tissue
740 759 Congenital anomalies
760 779 Certain conditions originating in the perinatal period
780 799 Symptoms, signs, and ill-defined conditions
800 999 Injury and poisoning
E000 E999 External causes of injury and poisoning
V01 V91 Factors influencing health status and contact with health services`;

function chaptersOf(text: string): Chapter[] {
  return text.split("\n").map((line) => {
    const [from = "", to = "", ...title] = line.split(" ");
    return { from, to, title: title.join(" ") };
  });
}

const chapters: Readonly<Record<CodeSystem, readonly Chapter[]>> = {
  "ICD-10-CM": chaptersOf(icd10),
  "ICD-9-CM": chaptersOf(icd9),
};

export function chapterOf(bare: string, system: CodeSystem): Chapter | undefined {
  const category = bare.slice(0, system === "ICD-9-CM" && bare.startsWith("E") ? 4 : 3);
  // The last chapter that starts at or before it: newer categories such as QA1 are past the original end.
  const chapter = chapters[system].findLast(({ from }) => from[0] === category[0] && from <= category);
  return chapter ?? chapters[system].findLast(({ from }) => from <= category);
}
