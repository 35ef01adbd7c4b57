import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, client } from "#web/api.ts";
import { toast } from "#web/design/toast-list.ts";
import { showError } from "#web/app-error.ts";

/** What settles a request, each with its toast; closing can be taken back from there. */
export function useSettling({ id: requestId, name }: { readonly id: string; readonly name: string }) {
  const queries = useQueryClient();
  const [inviting, setInviting] = useState(false);
  // Waited for: a list that changes under a closed dialog would take the focus along that was given back to it.
  const refresh = () =>
    Promise.all([api.requests.key(), api.users.key()].map((queryKey) => queries.invalidateQueries({ queryKey })));
  const attempt = async (work: () => Promise<unknown>, failure: string): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      showError(error, failure);
      return false;
    } finally {
      await refresh();
    }
  };
  const reopen = async () => {
    const done = await attempt(() => client.requests.reopen({ requestId }), "The request could not be reopened");
    if (done) toast.success(`${name}'s request reopened`);
    return done;
  };

  return {
    inviting,
    reopen,
    /** Throws when it could not be sent, so that the form keeps what was written. */
    answer: async (message: string) => {
      await client.requests.answer({ requestId, message });
      await refresh();
      toast.success(`Answer sent to ${name}`);
    },
    invite: async () => {
      setInviting(true);
      const done = await attempt(() => client.requests.invite({ requestId }), "Failed to send invitation");
      setInviting(false);
      if (done) toast.success(`Invitation sent to ${name}`);
      return done;
    },
    close: async () => {
      const done = await attempt(() => client.requests.close({ requestId }), "The request could not be closed");
      if (done)
        toast.success(`${name}'s request closed`, {
          lasts: 10_000,
          action: { label: "Undo", onPress: () => void reopen() },
        });
      return done;
    },
  };
}
