import { OldHost } from "./old-host.ts";
import { ServerProcess } from "./server-process.ts";
import { servicesBehind } from "./wire-client.ts";

/** A console of ours in front of an old host, as `server` of the tests in that mode. Tests’ own programs call the service behind. */
export class OldService extends ServerProcess {
  readonly host: OldHost;
  readonly #service: ServerProcess;

  private constructor(service: ServerProcess, host: OldHost, address: string) {
    super({ UPSTREAM_URL: address, UPSTREAM_REPEATED_EVENTS: "safe" });
    this.#service = service;
    this.host = host;
  }

  static async open(): Promise<OldService> {
    const service = new ServerProcess();
    await service.start();
    const host = new OldHost(service.url);
    const front = new OldService(service, host, await host.start());
    await front.start();
    servicesBehind.set(front.url, service.url);
    return front;
  }

  override get databaseFile(): string {
    return this.#service?.databaseFile ?? super.databaseFile;
  }

  override async dispose(): Promise<void> {
    await super.dispose();
    this.host.stop();
    await this.#service.dispose();
  }
}
