"""The protocol's client in Python: lists the tools of a server and calls them. It checks each answer by the tool's output schema."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client


def server_of(order):
    if "url" not in order:
        return StdioServerParameters(**order["program"])
    headers = {"Authorization": "Bearer " + order["key"]}
    return streamable_http_client(
        order["url"], http_client=create_mcp_http_client(headers=headers)
    )


async def call(client, name, arguments):
    while True:
        result = await client.call_tool(name, arguments)
        texts = [part.text for part in result.content]
        if not (result.is_error and '"rate-limited"' in texts[-1]):
            return {
                "tool": name,
                "isError": result.is_error,
                "structured": result.structured_content,
                "texts": texts,
            }
        await asyncio.sleep(1)


async def main():
    order = json.loads(sys.argv[1])
    async with Client(server_of(order), mode=order["mode"]) as client:
        tools = (await client.list_tools()).tools
        answers = [await call(client, *one) for one in order["calls"]]
        print(
            json.dumps(
                {
                    "version": client.protocol_version,
                    "tools": [tool.name for tool in tools],
                    "answers": answers,
                }
            )
        )


asyncio.run(main())
