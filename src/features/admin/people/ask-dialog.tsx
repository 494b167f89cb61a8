import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callOperation } from "#room/api/call-operation.ts";
import { counted } from "#room/contract/primitives/counted.ts";
import type { Person, PersonLink } from "#room/contract/schemas/person.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";

type PersonAction = "link" | "end-sessions" | "reset-factor" | "disable" | "enable";

interface AskDialogProps {
  readonly what: PersonAction;
  readonly person: Person;
  readonly onLink: (person: Person, link: PersonLink) => void;
  readonly onClose: () => void;
}

interface Words {
  readonly title: string;
  readonly detail: string;
  readonly button: string;
}

function wordsOf(what: PersonAction, { userName, hasPassword, linkUntil }: Person): Words {
  const former = linkUntil ? " The earlier link stops working." : "";
  switch (what) {
    case "link":
      return {
        title: hasPassword ? `Reset the password of ${userName}?` : `Make a new link for ${userName}?`,
        detail: hasPassword
          ? `You get a link, good for one day, that lets them set a new password. The old one works until then; if somebody else may know it, disable them or end their sessions first.${former}`
          : `You get a link, good for one day, that lets them set their password.${former}`,
        button: "Make the link",
      };
    case "end-sessions":
      return {
        title: `End all sessions of ${userName}?`,
        detail:
          "They are signed out everywhere and can sign in again. Drafts stay in their browsers, encrypted.",
        button: "End sessions",
      };
    case "reset-factor":
      return {
        title: `Reset the second factor of ${userName}?`,
        detail:
          "For someone who lost their phone or passkey. Make sure it’s really them asking. Their factors and recovery codes are removed, they are signed out everywhere, and their password alone signs them in until they set up a new one.",
        button: "Reset it",
      };
    case "disable":
      return {
        title: `Disable ${userName}?`,
        detail:
          "They are signed out everywhere at once and can’t sign in until you enable them. Their drafts stay in their browsers, encrypted; what they did stays in the audit log under their name.",
        button: "Disable",
      };
    case "enable":
      return {
        title: `Enable ${userName}?`,
        detail: "They can sign in again with the password they had.",
        button: "Enable",
      };
    default:
      return what;
  }
}

/** Does it, and returns the link, or what was done. */
async function deedOf(what: PersonAction, userName: string): Promise<PersonLink | string> {
  switch (what) {
    case "link":
      return (await callOperation("makePersonLink", { userName })).link;
    case "end-sessions": {
      const { ended } = await callOperation("endPersonSessions", { userName });
      return `${counted(ended, "session")} of ${userName} ended`;
    }
    case "reset-factor":
      await callOperation("resetFactor", { userName });
      return `${userName} has no second factor now`;
    default:
      await callOperation("changePerson", { userName, isDisabled: what === "disable" });
      return `${userName} is ${what}d`;
  }
}

export function AskDialog({ what, person, onLink, onClose }: AskDialogProps) {
  const { title, detail, button } = wordsOf(what, person);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deedOf(what, person.userName),
    // It may be a link: it is dropped as soon as nothing shows it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: ["listPeople"] }),
    onSuccess: (done) => {
      if (typeof done === "object") return onLink(person, done);
      toast({ tone: "ok", title: done });
      return onClose();
    },
  });
  return (
    <Dialog
      title={title}
      role="alertdialog"
      startsAtAction
      onClose={onClose}
      action={{
        label: button,
        run: mutate,
        look: what === "enable" || what === "link" ? "primary" : "danger",
        isBusy: isPending,
      }}
    >
      <p>{detail}</p>
      <Failed error={error} />
    </Dialog>
  );
}
