import { useNavigate } from "@tanstack/react-router";
import { Button } from "#room/ui/button.tsx";
import { useCommands } from "#room/ui/commands.ts";

export function ComposeLink() {
  const navigate = useNavigate();
  const compose = () => void navigate({ to: "/messages/compose", search: {} });
  useCommands([
    { id: "messages.compose", title: "Write a message", keys: "c", group: "Messages", run: compose },
  ]);
  return (
    <Button look="primary" onClick={compose}>
      Compose
    </Button>
  );
}
