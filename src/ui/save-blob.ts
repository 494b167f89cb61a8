/** Hands a file to the browser to save; its type is neutral, so that no browser opens it in this page's place. */
export function saveBlob(blob: Blob, fileName: string): void {
  const address = URL.createObjectURL(new Blob([blob], { type: "application/octet-stream" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.rel = "noopener";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
