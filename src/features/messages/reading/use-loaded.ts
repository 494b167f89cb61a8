import { useEffect, useState } from "react";
import { readText } from "#room/ui/read-text.ts";
import type { ReceivedAttachment } from "./received-attachment.ts";

export type Loaded = { blob: Blob; address: string; text: string } | { fault: string } | undefined;

export const textLimit = 2_000_000;

export function useLoaded(attachment: ReceivedAttachment): Loaded {
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let address = "";
    let isOver = false;
    const load = async () => {
      const blob = await attachment.blob();
      const isText = attachment.type.preview === "text" || attachment.type.preview === "ccda";
      const text = isText ? await readText(blob) : "";
      if (isOver) return;
      address = URL.createObjectURL(blob);
      setLoaded({ blob, address, text });
    };
    load().catch(() => setLoaded({ fault: "It is damaged or too large for this browser." }));
    return () => {
      isOver = true;
      if (address !== "") URL.revokeObjectURL(address);
    };
  }, [attachment]);
  return loaded;
}
