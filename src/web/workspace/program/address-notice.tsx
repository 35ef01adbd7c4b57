import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";
import { useCan, useWorkspace } from "../company-context.tsx";

const AddressesDialog = lazily(() => import("./addresses-dialog.tsx"));

interface AddressNoticeProps {
  /** What is open on the screen, and how to open the list. */
  doing: string | null;
  onOpen: () => void;
  onClose: () => void;
}

/** Email addresses that nobody has confirmed: nobody is mailed a link there. */
export function AddressNotice(props: AddressNoticeProps) {
  return useCan("staff.manage") ? <Unconfirmed {...props} /> : null;
}

function Unconfirmed({ doing, onOpen, onClose }: AddressNoticeProps) {
  const { company } = useWorkspace();
  const [skip, setSkip] = useState(0);
  const asked = useQuery({
    ...api.staff.addresses.queryOptions({ input: { companyId: company.id, skip } }),
    placeholderData: keepPreviousData,
  });
  if (!asked.data) return null;
  const { total, addresses } = asked.data;
  const own = addresses.filter(({ mayVouch }) => mayVouch).length;
  return (
    <>
      {total > 0 && (
        <div className="confirmation-line">
          <div className="narrows">
            <p>
              {total === 1
                ? "1 email address is not confirmed."
                : `${total.toLocaleString("en-US")} email addresses are not confirmed.`}
            </p>
            <p className="compact quiet wraps">
              {own > 0
                ? "Nobody gets a link there, and what was done by it counts for nothing."
                : `You wrote ${total === 1 ? "it" : "them"} yourself. Ask another owner or admin to confirm ${total === 1 ? "it" : "them"}.`}
            </p>
          </div>
          <Button size="small" onClick={onOpen}>
            {own > 0 ? "Confirm Addresses" : "Show Addresses"}
          </Button>
        </div>
      )}
      {doing === "addresses" && (
        <AddressesDialog
          key={skip}
          addresses={addresses}
          from={skip}
          total={total}
          turning={asked.isPlaceholderData}
          onTurn={setSkip}
          onClose={() => {
            setSkip(0);
            onClose();
          }}
        />
      )}
    </>
  );
}
