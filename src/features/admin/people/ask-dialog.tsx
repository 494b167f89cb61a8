import type { Person, PersonLink } from "#room/contract/schemas/person.ts";
import { Failed } from "#room/features/parts/failed.tsx";
import { Dialog } from "#room/ui/dialog.tsx";
import { toast } from "#room/ui/toast-store.ts";
import { useChange } from "#room/features/admin/use-change.ts";

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

export function AskDialog({ what, person, onLink, onClose }: AskDialogProps) {
  const link = useChange("makePersonLink");
  const end = useChange("endPersonSessions");
  const reset = useChange("resetFactor");
  const change = useChange("changePerson");
  const { title, detail, button } = wordsOf(what, person);
  const { userName } = person;
  const done = (words: string) => {
    toast({ tone: "ok", title: words });
    onClose();
  };
  const go = () => {
    if (what === "link") link.mutate({ userName }, { onSuccess: (answer) => onLink(person, answer.link) });
    else if (what === "end-sessions")
      end.mutate(
        { userName },
        {
          onSuccess: ({ ended }) =>
            done(ended === 1 ? `1 session of ${userName} ended` : `${ended} sessions of ${userName} ended`),
        },
      );
    else if (what === "reset-factor")
      reset.mutate({ userName }, { onSuccess: () => done(`${userName} has no second factor now`) });
    else {
      const isDisabled = what === "disable";
      change.mutate(
        { userName, isDisabled },
        { onSuccess: () => done(`${userName} is ${isDisabled ? "disabled" : "enabled"}`) },
      );
    }
  };
  const error = link.error ?? end.error ?? reset.error ?? change.error;
  return (
    <Dialog
      title={title}
      role="alertdialog"
      startsAtAction
      onClose={onClose}
      action={{
        label: button,
        run: go,
        look: what === "enable" || what === "link" ? "primary" : "danger",
        isBusy: link.isPending || end.isPending || reset.isPending || change.isPending,
      }}
    >
      <p>{detail}</p>
      <Failed error={error} />
    </Dialog>
  );
}
