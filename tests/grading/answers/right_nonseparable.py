"""to be written"""
