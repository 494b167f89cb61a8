import { useServiceConfig } from "#room/api/service-config.ts";
import { usualLimits } from "#room/features/messages/attachments/attachment-budget.ts";
import { useOwnDomains } from "#room/features/messages/own-address.ts";
import type { SendContext } from "./send-checks.ts";

/** What a message is checked against: the service's limits and the user's own domains. */
export function useSendContext(): SendContext {
  const { limits, reachesOutside = true } = useServiceConfig();
  const ownDomains = useOwnDomains();
  return {
    ownDomains,
    reachesOutside,
    subjectLimit: limits.subject ?? 255,
    limits: {
      attachment: limits.attachment ?? usualLimits.attachment,
      request: limits.sendMessageBody ?? usualLimits.request,
    },
  };
}
