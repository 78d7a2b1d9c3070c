import type { Limits, Progress, RequestName, Requests } from "./index.js";

/** dicot in workers: requests are answered by promises, and can be aborted. */
export class Client {
  constructor(limits?: Limits);
  /**
   * Answers a request. `signal` aborts it and its computation; requests in the same `session` run one after another, and all
   * others at the same time. Rejects with `DicotError`; its status is 0 if the worker broke, which is then replaced.
   */
  call<N extends RequestName>(
    name: N,
    body?: Requests[N]["body"],
    options?: { session?: string; signal?: AbortSignal; progress?: (done: Progress) => void },
  ): Promise<Requests[N]["answer"]>;
  /** Ends all workers. Requests without an answer fail. */
  close(): void;
}
