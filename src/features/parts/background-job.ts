import { Signal } from "#room/signals/signal.ts";

export interface JobState {
  readonly phase: "running" | "done" | "stopped" | "failed";
}

/** The shortest interval between progress updates. Milliseconds. */
const publishEvery = 100;

interface JobRun<State> {
  /** What there is to say now; `failure`: why it failed, in plain words. */
  readonly look: (phase: JobState["phase"], failure?: string) => State;
  /** Calls `step` as it goes on. Once stopped it ends soon; what it throws then is no failure. */
  readonly work: (signal: AbortSignal, step: () => void) => Promise<void>;
}

/** Long work that outlives its page, one run at a time: an import, a batch, a bulk action. */
export class BackgroundJob<State extends JobState> {
  readonly #state = new Signal<State | undefined>(undefined);
  #abort: AbortController | undefined;
  readonly get = this.#state.get;
  readonly subscribe = this.#state.subscribe;

  /** Does nothing while another run goes on. */
  async run({ look, work }: JobRun<State>): Promise<void> {
    if (this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (phase: JobState["phase"], failure?: string) => {
      clearTimeout(timer);
      timer = undefined;
      this.#state.set(look(phase, failure));
    };
    show("running");
    try {
      await work(abort.signal, () => {
        timer ??= setTimeout(() => show("running"), publishEvery);
      });
      show(abort.signal.aborted ? "stopped" : "done");
    } catch (error) {
      if (abort.signal.aborted) show("stopped");
      else show("failed", error instanceof Error ? error.message : String(error));
    } finally {
      this.#abort = undefined;
    }
  }

  /** What has not begun is left as it is; what is under way is awaited. */
  readonly stop = (): void => this.#abort?.abort();

  /** Corrects what the last run said, after its end. */
  readonly correct = (change: (state: State) => State): void => {
    const state = this.#state.get();
    if (state && state.phase !== "running") this.#state.set(change(state));
  };

  /** Hides the report; not while it runs. */
  readonly dismiss = (): void => {
    if (this.#state.get()?.phase !== "running") this.#state.set(undefined);
  };
}
