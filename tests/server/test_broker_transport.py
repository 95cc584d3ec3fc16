"""What a worker does with a connection whose broker is gone."""

from __future__ import annotations

import pytest
from kombu import Connection
from redis.exceptions import ConnectionError as RedisConnectionError

from sitemaps_app.celery import app
from sitemaps_app.environment import celery_broker
from sitemaps_app.server.broker_transport import LastingTransport


@pytest.mark.parametrize("url", ["redis://127.0.0.1:1/0", "rediss://127.0.0.1:1/0", celery_broker("unix://:pw@/nowhere/broker.sock?db=0")])
def test_every_kind_of_broker_is_reached_by_our_transport(url: str) -> None:
    assert app.connection(url).get_transport_cls() is LastingTransport


def test_a_channel_whose_connection_was_let_go_is_a_lost_connection_that_can_be_closed(broker_url: str) -> None:
    connection = Connection(celery_broker(broker_url))
    channel = connection.default_channel
    connection.transport.client = None
    with pytest.raises(RedisConnectionError, match="let go"):
        channel._connparams()
    assert RedisConnectionError in connection.connection_errors
    channel.connection = None
    with pytest.raises(RedisConnectionError, match="let go"):
        channel._connparams()
