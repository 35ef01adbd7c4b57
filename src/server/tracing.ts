/** What is known of a span by those who read traces: names and numbers, never contents or addresses. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** One step of the work, from its begin on. */
export interface OpenSpan {
  /** Runs work inside: what begins meanwhile is a part of it. */
  run<T>(work: () => T): T;
  end(facts?: SpanFacts, failed?: boolean): void;
}

/** Where a process tells how its work goes, step by step. Without one nothing is measured and nothing is loaded. */
export interface Tracing {
  /** `traceparent` is the W3C header of who asked, if they sent one. */
  begin(name: string, facts: SpanFacts, traceparent?: string): OpenSpan;
  /** A statement that has ended: told by its verb and its tables. */
  query(sql: string, ms: number, failed: boolean): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Runs work as a step of its own, which fails when the work throws. */
export async function traced<T>(
  tracing: Tracing | undefined,
  name: string,
  facts: SpanFacts,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing) return await work();
  const span = tracing.begin(name, facts);
  try {
    const done = await span.run(work);
    span.end();
    return done;
  } catch (error) {
    span.end({}, true);
    throw error;
  }
}
