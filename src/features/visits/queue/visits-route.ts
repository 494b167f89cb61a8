import { getRouteApi } from "@tanstack/react-router";

export const route = getRouteApi("/console/visits");
