import type { IncomingMessage, ServerResponse } from "node:http";
import type { Plugin } from "vite";

interface DevelopmentApi {
  handle(request: IncomingMessage, response: ServerResponse): void;
  owns(path: string): boolean;
  close(): Promise<void>;
}

interface DevelopmentModule {
  openDevelopmentApi(): Promise<DevelopmentApi>;
}

const entry = "/src/server/development-api.ts";

/**
 * Mounts the API in Vite's development server, at the same URL as the console. It is loaded through Vite, so changes to
 * server files take effect on the next request.
 */
export function serverPlugin(): Plugin {
  return {
    name: "visit-charge-server",
    apply: "serve",
    configureServer(server) {
      if (process.env["VITEST"] !== undefined) return;
      let api: Promise<DevelopmentApi> | undefined;
      const open = async () => {
        // Vite loads that module by its path.
        const module = (await server.ssrLoadModule(entry)) as DevelopmentModule;
        return module.openDevelopmentApi();
      };
      server.watcher.on("change", (file) => {
        if (!/\/src\/(server|contract|billing)\//.test(file)) return;
        const old = api;
        api = undefined;
        void old?.then((opened) => opened.close()).catch(() => undefined);
      });
      const handle = async (
        request: IncomingMessage,
        response: ServerResponse,
        next: (error?: unknown) => void,
      ) => {
        try {
          api ??= open();
          const opened = await api;
          const [path = "/"] = (request.url ?? "/").split("?");
          if (opened.owns(path)) opened.handle(request, response);
          else next();
        } catch (error) {
          api = undefined;
          next(error);
        }
      };
      server.middlewares.use((request, response, next) => void handle(request, response, next));
    },
  };
}
