import { Banner } from "#room/ui/banner.tsx";
import { Button } from "#room/ui/button.tsx";
import { toast } from "#room/ui/toast-store.ts";

/** Shown before a draft that another tab is editing. */
export function ElsewhereNote({ onTakeOver }: { onTakeOver(): Promise<void> }) {
  const takeOver = () =>
    onTakeOver().catch(() => {
      toast({ tone: "bad", title: "The other tab didn’t respond", detail: "Close it, then try again." });
    });
  return (
    <Banner
      tone="warn"
      role="status"
      title="This message is being written in another tab"
      actions={<Button onClick={() => void takeOver()}>Write here instead</Button>}
    >
      What you type there shows here. If you write here instead, the other tab saves its text and can only
      show the message.
    </Banner>
  );
}
