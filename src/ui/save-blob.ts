/** Lets the browser save a file; the neutral type keeps it from opening the file in place of the page. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.rel = "noopener";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
