import { useState } from "react";
import { safeHref } from "#room/features/messages/html-mail/mail-link.ts";
import { Dialog } from "#room/ui/dialog.tsx";
import { TextField } from "#room/ui/text-field.tsx";

export function LinkQuestion({ onPlace, onClose }: { onPlace(href: string): void; onClose(): void }) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const place = () => {
    const typed = address.trim();
    const guess = /^[a-z][a-z0-9+.-]*:/i.test(typed)
      ? typed
      : typed.includes("@")
        ? `mailto:${typed}`
        : `https://${typed}`;
    const href = typed === "" ? undefined : safeHref(guess);
    if (href === undefined) setError("Enter a web address, an e-mail address or a phone number.");
    else onPlace(href);
  };
  return (
    <Dialog startsInField title="Add a link" onClose={onClose} action={{ label: "Add link", run: place }}>
      <TextField
        label="Web address"
        value={address}
        error={error}
        onChange={(event) => setAddress(event.target.value)}
      />
    </Dialog>
  );
}
