interface Waiting<In, Out> {
  readonly given: In;
  readonly resolve: (out: Out) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does together what waits under one key: the first begins at once, and those that come meanwhile are done by one piece of work when it
 * has ended, at most so many. `work` answers for each in its order. Where it fails for several, each is tried alone.
 */
export function inBatches<In, Out>(
  most: number,
  work: (key: string, all: readonly In[]) => Promise<readonly Out[]>,
): (key: string, given: In) => Promise<Out> {
  const lines = new Map<string, Waiting<In, Out>[]>();
  const settle = async (key: string, batch: readonly Waiting<In, Out>[]): Promise<void> => {
    try {
      const all = await work(
        key,
        batch.map(({ given }) => given),
      );
      for (const [at, { resolve }] of batch.entries()) resolve(all[at]!);
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else for (const each of batch) await settle(key, [each]);
    }
  };
  const run = async (key: string, line: Waiting<In, Out>[]): Promise<void> => {
    while (line.length > 0) await settle(key, line.splice(0, most));
    lines.delete(key);
  };
  return (key, given) =>
    new Promise((resolve, reject) => {
      const waiting = { given, resolve, reject };
      const line = lines.get(key);
      if (line) return void line.push(waiting);
      const own = [waiting];
      lines.set(key, own);
      void run(key, own);
    });
}
