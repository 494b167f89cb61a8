import { createContext } from "react";

/** Opens the support report; undefined when unavailable, as before sign-in. */
export const SupportReportContext = createContext<(() => void) | undefined>(undefined);
