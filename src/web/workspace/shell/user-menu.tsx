import { History, LogOut, Monitor, Moon, ShieldUser, Sun, UserRound } from "lucide-react";
import { useNavigate } from "react-router";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuGroup, MenuItem, MenuRule } from "#web/design/menu.tsx";
import { useTheme } from "#web/design/theme.ts";
import type { Person } from "../company-context.tsx";

const themes = [
  { key: "system", label: "System", icon: Monitor },
  { key: "light", label: "Light", icon: Sun },
  { key: "dark", label: "Dark", icon: Moon },
] as const;

/** The person: their settings, how the pages look, and the way out. */
export function UserMenu({ person, platformAdmin }: { person: Person; platformAdmin: boolean }) {
  const navigate = useNavigate();
  const [theme, setTheme] = useTheme();
  const initials = (person.firstName.charAt(0) + person.lastName.charAt(0)).toUpperCase();
  return (
    <Menu
      label="User menu"
      trigger={<span className="avatar" data-initials={initials} />}
      triggerClass="button user-button"
      align="right"
    >
      <div className="user-menu-who" role="none">
        <b className="own-line strong">
          {person.firstName} {person.lastName}
        </b>
        <span className="wraps fine faint">{person.email}</span>
      </div>
      <MenuItem onSelect={() => void navigate("/dashboard/settings?tab=profile")}>
        <Icon of={UserRound} />
        <span>Profile Settings</span>
      </MenuItem>
      <MenuItem onSelect={() => void navigate("/dashboard/activity")}>
        <Icon of={History} />
        <span>Activity</span>
      </MenuItem>
      {platformAdmin && (
        <MenuItem onSelect={() => void navigate("/dashboard/admin")}>
          <Icon of={ShieldUser} />
          <span>Admin Panel</span>
        </MenuItem>
      )}
      <MenuRule />
      <MenuGroup label="Theme">
        {themes.map(({ key, label, icon }) => (
          <MenuItem key={key} checked={key === theme} onSelect={() => setTheme(key)}>
            <Icon of={icon} />
            <span>{label}</span>
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuRule />
      <MenuItem onSelect={() => void navigate("/logout")}>
        <Icon of={LogOut} />
        <span>Log out</span>
      </MenuItem>
    </Menu>
  );
}
