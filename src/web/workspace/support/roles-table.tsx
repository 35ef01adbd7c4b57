import { Check } from "lucide-react";
import { roleName } from "#domain/role-words.ts";
import { companyRoles } from "#domain/access.ts";
import { roleTable } from "#domain/role-table.ts";
import { Icon } from "#web/design/icon.tsx";

/** Who may do what, from the rule itself. */
export function RolesTable() {
  return (
    <div className="roles-table" role="region" aria-label="Roles" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Action</th>
            {companyRoles.map((role) => (
              <th key={role} scope="col">
                {roleName(role)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {roleTable.map(({ action, description, roles }) => (
            <tr key={action}>
              <th scope="row">{description}</th>
              {companyRoles.map((role) => (
                <td key={role}>
                  {roles.includes(role) ? (
                    <>
                      <Icon of={Check} />
                      <span className="visually-hidden">Yes</span>
                    </>
                  ) : (
                    <span className="visually-hidden">No</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
