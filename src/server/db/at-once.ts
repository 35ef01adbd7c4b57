type Answers<T extends readonly unknown[]> = { -readonly [I in keyof T]: Awaited<T[I]> };

/**
 * Answers what all of these read in one transaction, none of which needs what another reads. The connection still runs one statement after the other, but
 * the next one no longer waits until this process has gone through the rows of the last. Throws what failed first, once none is left running: what
 * runs on would reach the connection when the transaction has ended and somebody else has it.
 */
export async function atOnce<T extends readonly unknown[]>(...works: T): Promise<Answers<T>> {
  const failed: unknown[] = [];
  const answers = await Promise.all(
    works.map(async (work) => {
      try {
        return await work;
      } catch (error) {
        failed.push(error);
        return undefined;
      }
    }),
  );
  // Whatever failed after it failed because of it: the transaction is aborted.
  if (failed.length > 0) throw failed[0];
  return answers as Answers<T>;
}
