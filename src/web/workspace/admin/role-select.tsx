import { useState } from "react";
import { useConfirmed } from "#web/access/confirm-identity.tsx";
import { client } from "#web/api.ts";
import { Select } from "#web/design/input.tsx";
import { toast } from "#web/design/toast-list.ts";
import { nameOf, roles } from "./users.ts";
import type { Role, User } from "./users.ts";
import { useUsersChange } from "./use-users-change.ts";

/** A user's platform role, changed where it stands; it shows the new one at once and goes back when that was refused. */
export function RoleSelect({ user }: { user: User }) {
  const confirmed = useConfirmed();
  const change = useUsersChange();
  const [chosen, setChosen] = useState<Role>();

  async function choose(role: Role) {
    setChosen(role);
    const done = await change(
      () => confirmed(() => client.users.setRole({ userId: user.id, role })),
      "The role could not be changed",
    );
    if (done) toast.success("User role updated successfully");
    else setChosen(undefined);
  }

  return (
    <span className="role-select">
      <Select
        aria-label={`Role of ${nameOf(user)}`}
        value={chosen ?? user.role}
        onChange={(event) => void choose(event.target.value as Role)}
      >
        {roles.map(({ key, label }) => (
          <option key={key} value={key}>
            {label}
          </option>
        ))}
      </Select>
    </span>
  );
}
