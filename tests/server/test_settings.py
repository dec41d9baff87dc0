"""Settings: each can be set by the environment, is documented, and an invalid value is refused with a message."""

import re
import tomllib
from configparser import ConfigParser
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from banmen.core.errors import OptionError
from banmen.server.settings import PREFIX, ServerSettings, read_settings

ROOT = Path(__file__).parent.parent.parent
NAMES = {PREFIX + one.name.upper() for one in fields(ServerSettings)}
ELSEWHERE = {"BANMEN_CACHE"}  # of the kernels
DEFAULT = ServerSettings(data=Path())


def test_every_setting_is_documented_with_its_default() -> None:
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    told = dict(re.findall(r"^\| `(BANMEN_\w+)` \| ([^|]+) \|", text, re.MULTILINE))
    assert set(told) == NAMES
    words = {"none": ("", ()), "yes": (True,), "no": (False,), "text": ("text",), "warning": ("warning",)}
    for one in fields(ServerSettings):
        default = told[PREFIX + one.name.upper()]
        if default not in ("the user's data folder", "one per core"):
            value = getattr(DEFAULT, one.name)
            assert value in words[default] if default in words else value == float(default), one.name


@pytest.mark.parametrize(
    "one", [one for one in fields(ServerSettings) if one.type in ("int", "float")], ids=lambda one: one.name
)
def test_numbers_are_read_and_nonsense_is_refused(one) -> None:  # type: ignore[no-untyped-def]
    name = PREFIX + one.name.upper()
    assert getattr(read_settings({name: " 7 "}), one.name) == 7
    for nonsense in ("-1", "many", "", "nan", "inf"):
        with pytest.raises(OptionError, match=name):
            read_settings({name: nonsense})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("path_prefix", "/games/", "/games"),
        ("path_prefix", "", ""),
        ("trusted_proxies", "127.0.0.1, 10.0.0.0/8", ("127.0.0.1", "10.0.0.0/8")),
        ("warm", "no", False),
        ("log_format", "json", "json"),
        ("database_url", "postgres://localhost/x", "postgres://localhost/x"),
    ],
)
def test_what_is_written_is_read(name: str, text: str, value: object) -> None:
    assert getattr(read_settings({PREFIX + name.upper(): text}), name) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("path_prefix", "games"),
        ("path_prefix", "/a b"),
        ("path_prefix", "//evil.example"),
        ("path_prefix", '/"><script>'),
        ("trusted_proxies", "proxy.example"),
        ("trusted_proxies", "10.0.0.1/8"),
        ("log_format", "xml"),
        ("log_level", "loud"),
        ("warm", "perhaps"),
        ("processes", "0"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, text: str) -> None:
    with pytest.raises(OptionError, match=PREFIX + name.upper()):
        read_settings({PREFIX + name.upper(): text})


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(OptionError, match="BANMEN_DATABASE_URL is not the address of a PostgreSQL") as refused:
        read_settings({"BANMEN_DATABASE_URL": "mysql://me:sesame@localhost/x"})
    assert "sesame" not in str(refused.value)
    assert "sesame" not in refused.value.localize("ja")


def test_the_compose_file_sets_what_there_is() -> None:
    """No container engine runs here, so the file is parsed but not tried."""
    told = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
    service = told["services"]["banmen"]
    assert set(service["environment"]) - ELSEWHERE <= NAMES
    given = {name: re.sub(r"\$\{\w+:[?-][^}]*\}", "", text) for name, text in service["environment"].items()}
    settings = read_settings({name: text for name, text in given.items() if name in NAMES})
    assert settings.processes == 2
    assert settings.database_url.startswith("postgresql://banmen:@database/")
    assert set(service["depends_on"]) < set(told["services"])
    kept = {volume.partition(":")[0] for one in told["services"].values() for volume in one["volumes"]}
    assert kept == set(told["volumes"])
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
    assert (
        ROOT / "deploy" / service["build"]["context"] / service["build"]["dockerfile"]
    ).resolve() == ROOT / "deploy/Dockerfile"
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    installed = set(re.findall(r"install .*\"\.\[(\w+)\]\"", dockerfile))
    assert installed == {"postgres"} <= set(extras)


def test_the_systemd_unit_sets_what_there_is() -> None:
    unit = (ROOT / "deploy" / "banmen.service").read_text("utf-8")
    given = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
    assert set(given) - ELSEWHERE <= NAMES
    read_settings({name: text for name, text in given.items() if name in NAMES})
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[method-assign,assignment]
    parser.read_string(unit)
    assert parser.sections() == ["Unit", "Service", "Install"]
    assert parser["Service"]["ExecStart"].split()[1:] == ["serve", "--host", "127.0.0.1", "--port", "8017"]
    # Without AF_NETLINK the system does not list the machine's addresses, which the home page requests.
    assert {"AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK"} <= set(parser["Service"]["RestrictAddressFamilies"].split())
