"""The resources that the API returns, and what methods take."""

from ._generated.args import *  # noqa: F403
from ._generated.types import *  # noqa: F403
