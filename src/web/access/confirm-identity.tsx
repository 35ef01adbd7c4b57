import { createContext, useCallback, useContext, useState } from "react";
import type { ReactNode } from "react";
import { AppError } from "#web/app-error.ts";
import { lazily } from "#web/lazily.tsx";

const ConfirmDialog = lazily(() => import("./confirm-dialog.tsx"));

/** Does something, and does it again once the person has shown who they are, when that is what was missing. */
type Confirmed = <Result>(action: () => Promise<Result>) => Promise<Result>;

const ConfirmedContext = createContext<Confirmed>((action) => action());

/** Asks who is there, by one dialog for everything under it, whenever the server refuses `confirm-identity`. */
export function ConfirmIdentity({ children }: { children: ReactNode }) {
  const [answer, setAnswer] = useState<((shown: boolean) => void) | null>(null);

  const confirmed = useCallback<Confirmed>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "confirm-identity") throw error;
      const shown = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
      setAnswer(null);
      // Called off by the person, who needs not be told (see `tell`).
      if (!shown) throw error;
      return await action();
    }
  }, []);

  return (
    <ConfirmedContext value={confirmed}>
      {children}
      {answer && <ConfirmDialog onConfirmed={() => answer(true)} onClose={() => answer(false)} />}
    </ConfirmedContext>
  );
}

/** For what only the person themselves may do: `await confirmed(() => client.…)`. */
export function useConfirmed(): Confirmed {
  return useContext(ConfirmedContext);
}
